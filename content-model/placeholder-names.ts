/** Facts of site.yaml that any text may refer to in braces, such as `{telephone}`. */
export const siteFacts = ["name", "controller", "address", "email", "telephone", "answerTime"] as const;

export type SiteFact = (typeof siteFacts)[number];

/** How many days enquiries are kept. It is a setting, so only the build can fill it in. */
export const retentionFact = "retentionDays";
