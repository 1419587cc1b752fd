import domains from 'tlds' with { type: 'json' }
import { MAX_TEXT_BYTES, type TextLimits } from './limits.ts'

/** Combining marks that may follow each other: languages need up to four, and more cover other lines. */
const MAX_MARKS = 4

/** Scripts whose letters change their form by a joiner or non-joiner between them. */
const JOINED = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Adlam', 'Hanifi_Rohingya', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese'],
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')

/** Those of ideographs are the registered ones: the other 208 would carry a byte each. */
const VARIATION_SELECTORS = String.raw`\ufe0e\ufe0f\u{e0100}-\u{e011f}\u180b-\u180f`

/** Characters of format that are seen: signs that Arabic, Syriac and Kaithi write around a number. */
const SEEN = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`

/**
 * Characters that hide, reorder or carry text unseen: controls other than line feeds, halves of characters, what Unicode
 * calls ignorable (tags, fillers, marks of direction, spaces without width) or formatting, and separators of lines.
 * Joiners and variation selectors are none where a script or an emoji needs them. The first group is an emoji with
 * joiners, which is none either.
 */
const HIDDEN = new RegExp(
  [
    String.raw`(\p{RGI_Emoji_ZWJ_Sequence})`,
    String.raw`[[\p{Cc}--\n]\p{Cs}\p{Zl}\p{Zp}\p{NChar}]`,
    String.raw`[[\p{DI}\p{Cf}]--[\u200c\u200d${VARIATION_SELECTORS}${SEEN}]]`,
    String.raw`(?<![${JOINED}])(?:\u200c|(?<![\p{ExtPict}\p{EMod}\ufe0f])\u200d|\u200d(?!\p{ExtPict}))`,
    // Sequences of emoji that are none are drawn one by one. Where U+FE0F was left out, they may be one.
    String.raw`(?<=[\p{EPres}\ufe0f])\u200d(?=\p{EPres})`,
    String.raw`(?<!\p{Emoji})[\ufe0e\ufe0f]`,
    String.raw`(?<=[0-9#*])[\ufe0e\ufe0f](?!\u20e3)`,
    String.raw`(?<!\p{sc=Han})[\u{e0100}-\u{e011f}]`,
    String.raw`(?<!\p{sc=Mongolian})[\u180b-\u180f]`,
    String.raw`(?<=[\u180b-\u180f])[\u180b-\u180d\u180f]|(?<=\u180e)\u180e`,
  ].join('|'),
  'gv',
)

const EXCESS_MARK = new RegExp(String.raw`(?<=(?:\p{M}[\u200c\u200d]*){${MAX_MARKS}})\p{M}`, 'gv')

/** What draws nothing at the start of a grapheme. Source: `DharmaGovernance.isBlank`. */
const BLANKS = String.raw`\p{White_Space}\p{Cc}\p{DI}\ufff9-\ufffb\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}`

const BLANK = new RegExp(`^[${BLANKS}]`, 'v')

/** What draws nothing, with marks on it; ten in a row are kept: more push other texts away, and the contract looks at 300. */
const BLANK_CLUSTER = String.raw`[${BLANKS}][[\p{M}\p{EMod}\uff9e\uff9f]--[${BLANKS}]]*`

const BLANK_RUN = new RegExp(`((?:${BLANK_CLUSTER}){10})(?:${BLANK_CLUSTER})+`, 'gv')

const GRAPHEMES = new Intl.Segmenter('und')

const splitGraphemes = (text: string): string[] =>
  Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)

/** White space, marks of direction and spaces without width, which mean nothing at the ends of a text. */
const OUTER = String.raw`\p{White_Space}\u200b-\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff`

const INNER = new RegExp(
  String.raw`[^${OUTER}](?:[^]*(?:[^${OUTER}]|(?<=[${JOINED}])[\u200c\u200d]))?`,
  'v',
)

/**
 * Returns a text of a person as it is hashed, signed and stored: in NFC, with line feeds for other ends of lines and spaces
 * for tabs, without soft hyphens, more than ten blanks in a row, and invisible marks at its ends. Applied again, it changes
 * nothing.
 */
export function normalizeText(text: string): string {
  const lines = text.replaceAll('\u00ad', '').replace(/\r\n?/g, '\n').replaceAll('\t', ' ')
  return INNER.exec(lines.replace(BLANK_RUN, '$1').normalize('NFC'))?.[0] ?? ''
}

/** Counts the visible characters of a text once it is normalized, as its limits do: graphemes that draw something. */
export const countCharacters = (text: string): number =>
  splitGraphemes(normalizeText(text)).filter((grapheme) => !BLANK.test(grapheme)).length

/**
 * Returns a text of a person as it may be shown: normalized, without links, mail addresses, hidden characters and piled
 * marks. Applied again, it changes nothing.
 */
export function toPlainText(text: string): string {
  const cleaned = normalizeText(text)
    .replace(HIDDEN, (_, emoji: string | undefined) => emoji ?? '')
    .replace(EXCESS_MARK, '')
  const shown = removeLinks(cleaned)
  return shown === text ? text : toPlainText(shown)
}

/**
 * Finds why a normalized text of a person cannot be taken, as a sentence without its full stop; `null` when it can. The
 * server and the pages ask this.
 */
export function findTextProblem(
  text: string,
  { name, minimum, maximum }: TextLimits,
): string | null {
  const bytes = new TextEncoder().encode(text).length
  const unit = (count: number) => (count === 1 ? 'character' : 'characters')
  const atMost = `${name} must be at most ${maximum} ${unit(maximum)}`
  if (bytes > MAX_TEXT_BYTES) {
    return `${atMost} and ${MAX_TEXT_BYTES} bytes of UTF-8: it has ${bytes} bytes`
  }
  const length = countCharacters(text)
  if (length < minimum) return `${name} must be at least ${minimum} ${unit(minimum)}`
  if (length > maximum) return atMost
  const problem = findHidden(text) ?? findExcessMark(text) ?? findLinked(text)
  return problem === null ? null : `${name} ${problem}`
}

function findHidden(text: string): string | null {
  const hidden = [...text.matchAll(HIDDEN)].find(([, emoji]) => emoji === undefined)
  if (hidden === undefined) return null
  const code = hidden[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  const place = formatPlace(text, hidden.index)
  return hidden[0].isWellFormed()
    ? `must not have hidden or control characters: ${place} is U+${code}`
    : `must be well-formed Unicode: ${place} is the lone surrogate U+${code}`
}

function findExcessMark(text: string): string | null {
  const index = text.search(EXCESS_MARK)
  return index < 0
    ? null
    : `must have at most ${MAX_MARKS} combining marks in a row: ${formatPlace(text, index)} is one more`
}

/** Names a character by its place, as a caret counts. */
const formatPlace = (text: string, index: number): string =>
  `its character ${splitGraphemes(text.slice(0, index)).length + 1}`

function findLinked(text: string): string | null {
  const link = findLink(text)
  return link === null
    ? null
    : `must not have links or mail addresses: '${link}' reads as one. If it is not one, put a space after its dot or colon`
}

/** IANA's list, in Unicode. */
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(domains)

const LINK_REMOVED = '[link removed]'
const MAIL_REMOVED = '[mail address removed]'

/** Endings of hosts that RFC 6761 and RFC 7686 reserve. */
const RESERVED: readonly string[] = ['example', 'invalid', 'localhost', 'onion', 'test']

/** A full stop, and what looks like one; browsers read the ideographic ones as one, too. */
const DOT = String.raw`[.\u3002\uff0e\uff61\u2024\u0701\u0702\ua4f8\ua60e\u{10a50}\u{1d16d}]`

/**
 * What a reader would type as a full stop before a Latin ending: a dot at another height, that of Urdu, a zero of Arabic
 * between Latin letters, and brackets around a dot or its name. Catalan has a middle dot between two l.
 */
const DOT_LOOKALIKE = new RegExp(
  [
    String.raw`(?<=[\p{L}\p{N}])(?:(?<!l)\u00b7|[\u06d4\u1427\u16eb\u2022\u2027\u2219\u22c5\u25cf\u25e6\u2e31\u2e33\u30fb\ua78f])(?=[a-z]{2})`,
    String.raw`(?<=[a-z])[\u0660\u06f0](?=[a-z]{2})`,
    String.raw`[\(\[\{<](?:${DOT}|dot)[\)\]\}>]`,
  ].join('|'),
  'giv',
)

/** Letters of other scripts, small capitals, and the Latin ones that a reader would type for them. */
const LOOKALIKES = 'асеһіјӏорԛѕѵԝхуԁαεικνορτυոɡıмктϲօᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'
const LATIN = 'acehijlopqsvwxydaeikvoptungimktcoabcdefghijklmnoprstuvwyz'

const toLatin = (letter: string): string => LATIN[LOOKALIKES.indexOf(letter)] ?? letter

/** What the names of hosts are made of: also emoji. */
const LETTER = String.raw`[[\p{L}\p{N}\p{M}\p{ExtPict}\p{EMod}\p{RI}\u200d_\-]--${DOT}]`

const LABEL = `${LETTER}+`

const MAIL = new RegExp(
  String.raw`(?<![^\s@<>\(\)])[^\s@<>\(\)]+@[^\s@<>\(\)]+${DOT}\p{L}{2,}`,
  'giv',
)

/** Schemes that lead somewhere without two slashes: browsers add them, and mail programs, wallets and messengers need none. */
const SCHEMES = [
  'https?|ftps?|wss?|file|view-source|data|blob|javascript|vbscript|intent|ipfs|ipns|magnet|ed2k',
  'mailto|tel|sms|smsto|sips?|xmpp|skype|callto|facetime|tg|whatsapp',
  'bitcoin|ethereum|litecoin|solana|wc',
].join('|')

const URL_LIKE = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.\-]{0,30}:[\/\\]{2}\S*`,
    String.raw`\b(?:${SCHEMES}):(?![\p{P}\p{S}]*$)[^\s:]\S*`,
    String.raw`\bwww${DOT}\S+`,
  ].join('|'),
  'giv',
)

const NUMBER = String.raw`(?:0x[\da-f]+|\d+)`

/**
 * What may be an address of IPv4 in any notation that browsers read: four numbers, or fewer behind one that no amount
 * begins with, and before a path or a port.
 */
const IPV4_LIKE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.])(?:(${NUMBER}(?:${DOT}${NUMBER}){3})(?!\.?[\p{L}\p{N}])(?:[:\/?#]\S*)?`,
    String.raw`((?:127|0x[\da-f]+|0\d{3,})(?:${DOT}${NUMBER}){1,2})[:\/?#]\S+)`,
  ].join('|'),
  'giv',
)

/** What may be an address of IPv6, with its brackets, port and path. */
const IPV6_LIKE =
  /(?<![\p{L}\p{N}:])\[?((?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?:\.\d{1,3}){0,3})(?![\p{L}\p{N}:])\]?(?:[:\/?#]\S*)?/giv

const EACH_LABEL = new RegExp(LABEL, 'gv')

/** Words with dots between them, which may be a host, and what may follow a host. */
const HOST_LIKE = new RegExp(
  String.raw`(?<!${LETTER})(${LABEL}(?:${DOT}${LABEL})+)(?:[\/?#]\S*|:\d\S*)?`,
  'gv',
)

/** Returns the text with its links and mail addresses replaced by words that say so. */
const removeLinks = (text: string): string => text.replace(/\S+/gv, removeFromWord)

/** Finds the first word with a link or a mail address; `null` when there is none. */
const findLink = (text: string): string | null =>
  text.match(/\S+/gv)?.find((word) => removeFromWord(word) !== word) ?? null

function removeFromWord(word: string): string {
  if (/^[\w,;!?'"\-]*$/v.test(word)) return word
  const rest = replaceLinks(word)
  // Other forms of letters and dots, or invisible characters between them, make a link all the same.
  const folded = rest
    .normalize('NFKC')
    .replace(/\p{DI}/gv, '')
    .replace(DOT_LOOKALIKE, '.')
  const latin = /\p{sc=Latin}/v.test(folded)
    ? folded.toLowerCase().replace(/[^ -~]/gv, toLatin)
    : folded
  const shown = [folded, latin].find((each) => replaceLinks(each) !== each)
  if (shown === undefined) return rest
  return replaceLinks(shown).includes(MAIL_REMOVED) ? MAIL_REMOVED : LINK_REMOVED
}

const replaceLinks = (word: string): string =>
  word
    .replace(MAIL, MAIL_REMOVED)
    .replace(URL_LIKE, LINK_REMOVED)
    .replace(IPV6_LIKE, (found, address: string) =>
      /[\da-f]/i.test(address) && URL.canParse(`http://[${address}]`) ? LINK_REMOVED : found,
    )
    .replace(IPV4_LIKE, (found, four?: string, fewer?: string) =>
      URL.canParse(`http://${four ?? fewer}`) ? LINK_REMOVED : found,
    )
    .replace(HOST_LIKE, (found, host: string) => {
      const end = findLinkEnd(found, host)
      return end === null ? found : `${LINK_REMOVED}${found.slice(end)}`
    })

/**
 * Finds where a link at the start of `found` ends: with its path, else behind the last label of its host that is a
 * top-level domain. `null` when none is.
 */
function findLinkEnd(found: string, host: string): number | null {
  const labels = [...host.matchAll(EACH_LABEL)]
  for (const [index, { 0: label, index: start }] of [...labels.entries()].slice(1).reverse()) {
    const ending = findEnding(label, host.slice(0, start))
    if (ending === null) continue
    const end = start + ending.length
    if (end === host.length && end < found.length) return found.length
    if (index > 1 || !isAbbreviation(host.slice(0, end))) return end
  }
  return null
}

/**
 * Returns the top-level domain at the start of a label behind `before`: text without spaces may follow a Latin one
 * directly.
 */
function findEnding(label: string, before: string): string | null {
  const [latin = ''] = /^[a-z0-9]+(?:-+[a-z0-9]+)*/i.exec(label) ?? []
  if (isEnding(latin) && !/^(?:_+[^_]|\p{scx=Latin})/v.test(label.slice(latin.length))) return latin
  const [other = ''] = /^.*[^_\-]/v.exec(label) ?? []
  return isEnding(other) && !ENDS_SENTENCE.test(before) ? other : null
}

/** Scripts whose sentences end with an ideographic full stop, after which any word may stand. */
const ENDS_SENTENCE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}][^.]$/v

/**
 * Abbreviations and times that end like a domain: 'm.in.' and 'm.st.' in Polish, 'p.es.' in Italian, 'e.Kr.' in the
 * North, '11.pm'; and a letter before a name in another script: 'г.Москва'.
 */
const isAbbreviation = (host: string): boolean =>
  /^(?:m\.in|m\.st|p\.es|[efj]\.kr|\d{1,2}\.[ap]m)$/i.test(host) ||
  /^[\p{L}--\p{scx=Latin}]\.\p{Lu}/v.test(host)

function isEnding(text: string): boolean {
  const name = text.toLowerCase()
  return TOP_LEVEL_DOMAINS.has(name) || RESERVED.includes(name) || name.startsWith('xn--')
}
