/** Keeps each percent sign on the line of its number. */
export const keepUnits = (text: string): string => text.replaceAll(' %', '\u00a0%')
