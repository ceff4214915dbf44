/** The number of characters that take room: without soft hyphens and the invisible marks of the panel's preview. */
export const visibleLength = (text: string) => text.replaceAll(/\p{Cf}/gu, "").length;
