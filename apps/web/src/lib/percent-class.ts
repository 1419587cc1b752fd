/**
 * Classes of widths and places in percent, which styles.css has for every whole percent: the pages are drawn by the server
 * too, and their policy forbids `style` attributes in HTML.
 */
export const toWidthClass = (percent: number): string => `w-[${clamp(percent)}%]`

export const toLeftClass = (percent: number): string => `left-[${clamp(percent)}%]`

const clamp = (percent: number): number => Math.round(Math.min(Math.max(percent, 0), 100))
