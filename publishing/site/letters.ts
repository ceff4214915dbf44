/** The letters and signs that the site's typeface is cut down to. */
export const latinLetters = ` !"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|~\u00a0«»°·×óÓéÉäÄöÖüÜß–—‘’“”„…•→←↑↓−€§©`;
export const polishLetters = "ĄąĆćĘęŁłŃńŚśŹźŻż";
