/**
 * Characters that hide or reorder text: controls other than tabs and line feeds, direction marks,
 * and spaces without width.
 */
const HIDDEN = /[[\p{Cc}--[\t\n]]\p{Bidi_Control}\u200b\u2028\u2029\u2060\ufeff]/gv

const MAIL = /[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/giu

/** Endings of host names that are read as links without a scheme. */
const ENDINGS =
  'com|org|net|io|app|xyz|info|biz|dev|me|co|gg|ly|link|click|top|site|online|shop|finance|exchange|money|cash|live|space|website|ru|cn|tk|ml|ga|cf'

const LINK = new RegExp(
  `(?:[a-z][a-z0-9+.-]*://|www\\.)\\S+|\\b(?:[a-z0-9-]+\\.)+(?:${ENDINGS})\\b(?:[/?#:]\\S*)?`,
  'giu',
)

const LINK_REMOVED = '[link removed]'
const MAIL_REMOVED = '[mail address removed]'

/**
 * Returns a text of a person as it may be shown: without links, mail addresses, control and
 * direction characters. Applied again, it changes nothing.
 */
export function toPlainText(text: string): string {
  return text.replace(HIDDEN, '').replace(MAIL, MAIL_REMOVED).replace(LINK, LINK_REMOVED)
}

/** Returns whether the text may be shown as it is. */
export const isPlainText = (text: string): boolean => toPlainText(text) === text
