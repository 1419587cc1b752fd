import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

type Options = Parameters<typeof subsetFont>[2]

/** First and last characters: Latin with its accents, punctuation, figures above and below the line. */
const TEXT_RANGES = [
  [' ', '~'],
  ['\u00a0', '\u00ff'],
  ['\u2010', '\u2027'],
  ['\u2070', '\u2089'],
] as const
const SIGNS = '‹›€™−×≈≤≥←↑→↓✓○⚠'

const INTER = 'inter-ui/variable/InterVariable.woff2'

/**
 * Signs that Inter has not, by the font that has them and the name of their file. Emoji are drawn in the colour of the
 * text: the browsers agree on no format of coloured ones.
 */
const SIGN_FONTS = [
  {
    name: 'symbols',
    signs: '✕',
    font: '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
  },
  { name: 'emoji-signs', signs: '➕', font: nameEmojiFont(2), wght: 500 },
  { name: 'emoji-objects', signs: '💰📋📤🔓', font: nameEmojiFont(3), wght: 500 },
  { name: 'emoji-ice', signs: '🧊', font: nameEmojiFont(6), wght: 500 },
]

function nameEmojiFont(part: number): string {
  return `@fontsource-variable/noto-emoji/files/noto-emoji-${part}-wght-normal.woff2`
}

/** What scripts need, and what `styles.css` switches on. */
const FEATURES = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'zero']

/** Returns the fonts of the pages and of the preview pictures, by path from the root of the checkout. */
export async function subsetFonts(): Promise<Record<string, Buffer>> {
  const text = TEXT_RANGES.map(listCharacters).join('') + SIGNS
  return {
    'apps/web/src/fonts/inter.woff2': await subset(INTER, text, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
      keepFeatures: FEATURES,
    }),
    ...(await subsetSigns()),
    'apps/world/src/web/share/fonts/inter-regular.ttf': await subsetForPictures(text, 400),
    'apps/world/src/web/share/fonts/inter-semibold.ttf': await subsetForPictures(text, 600),
  }
}

async function subsetSigns(): Promise<Record<string, Buffer>> {
  const files = SIGN_FONTS.map(async ({ name, signs, font, wght }) => [
    `apps/web/src/fonts/${name}.woff2`,
    await subset(font, signs, { targetFormat: 'woff2', ...(wght && { variationAxes: { wght } }) }),
  ])
  return Object.fromEntries(await Promise.all(files))
}

/** The renderer of preview pictures reads neither woff2 nor variable fonts. */
const subsetForPictures = (text: string, wght: number): Promise<Buffer> =>
  subset(INTER, text, {
    targetFormat: 'truetype',
    variationAxes: { wght, opsz: 32 },
    keepFeatures: ['kern', 'tnum'],
  })

async function subset(font: string, text: string, options: Options): Promise<Buffer> {
  return subsetFont(await readFile(fileURLToPath(import.meta.resolve(font))), text, options)
}

function listCharacters([first, last]: readonly [string, string]): string {
  const from = first.charCodeAt(0)
  const count = last.charCodeAt(0) - from + 1
  return Array.from({ length: count }, (_, index) => String.fromCharCode(from + index)).join('')
}
