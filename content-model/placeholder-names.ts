/** Facts of site.yaml that any text may name in braces instead of repeating them, such as `{telephone}`. */
export const siteFacts = ["name", "controller", "address", "email", "telephone", "answerTime"] as const;

export type SiteFact = (typeof siteFacts)[number];

/** How many days enquiries are kept: a setting, so that only the build can fill it in. */
export const retentionFact = "retentionDays";
