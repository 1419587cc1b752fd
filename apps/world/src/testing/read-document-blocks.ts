import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'

/** A block of code in a document. */
export interface DocumentBlock {
  /** Path from the root. */
  file: string
  line: number
  /** What follows the fence; empty for an indented block, `inline` for a command in a sentence. */
  language: string
  text: string
}

/** Reads the fenced and the indented blocks, and the commands in sentences, of README.md, CONTRIBUTING.md and docs/. */
export async function readDocumentBlocks(): Promise<DocumentBlock[]> {
  const names = await readdir(join(ROOT, 'docs'), { recursive: true })
  const documents = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  const files = ['README.md', 'CONTRIBUTING.md', ...documents.sort()]
  const found = files.map(async (file) =>
    listBlocks(file, await readFile(join(ROOT, file), 'utf8')),
  )
  return (await Promise.all(found)).flat()
}

const BLOCK = /^( *)```(\w*)\n([\s\S]*?)^\1```$|(?<=\n\n)((?: {4}.*\n)+)/gm

/** A command with arguments; a name such as `npm test` is none. */
const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:npm (?:run \S+|test) \S|(?:curl|docker|(?:node_modules\/\.bin\/)?node|psql|python3?) \S)/

function listBlocks(file: string, markdown: string): DocumentBlock[] {
  const getLine = (index: number) => markdown.slice(0, index).split('\n').length
  const sentences = markdown.replaceAll(BLOCK, (block) => block.replaceAll(/[^\n]/g, ' '))
  const inline = [...sentences.matchAll(/`([^`\n]+)`/g)]
    .map(({ index, 1: text = '' }) => ({ file, line: getLine(index), language: 'inline', text }))
    .filter(({ text }) => COMMAND.test(text))
  const blocks = [...markdown.matchAll(BLOCK)].map(
    ({ index, 2: language = '', 3: fenced, 4: indented }) => ({
      file,
      line: getLine(index),
      language,
      text: fenced ?? indented ?? '',
    }),
  )
  return [...blocks, ...inline]
}
