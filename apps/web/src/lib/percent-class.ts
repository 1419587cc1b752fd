/**
 * Classes of widths and places in percent, which styles.css has for every whole percent: the pages are drawn by the server
 * too, and their policy forbids `style` attributes in HTML. What is not nothing is seen, and what is not all is not full.
 */
export const toWidthClass = (percent: number): string => `w-[${clamp(percent)}%]`

export const toLeftClass = (percent: number): string => `left-[${clamp(percent)}%]`

const clamp = (percent: number): number =>
  percent > 0 && percent < 100
    ? Math.min(Math.max(Math.round(percent), 1), 99)
    : Math.min(Math.max(percent, 0), 100)
