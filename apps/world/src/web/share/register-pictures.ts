import { join } from 'node:path'
import { parseAddress } from '@app/values/address.ts'
import { renderAsync } from '@resvg/resvg-js'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type AnswerLoader, summarizeWallet } from '../load-answers.ts'
import { drawSiteCard, drawWalletCard } from './draw-card.ts'

const FONT_DIR = join(import.meta.dirname, 'fonts')
const FONTS = {
  fontFiles: ['inter-regular.ttf', 'inter-semibold.ttf'].map((file) => join(FONT_DIR, file)),
  loadSystemFonts: false,
  defaultFontFamily: 'Inter',
}

/** At most about 10 MB. */
const MAX_CACHED_PICTURES = 200
/** Beyond these, a wallet gets the picture of the site: nobody keeps the process busy with drawing. */
const MAX_RENDERINGS = 2
const MAX_RENDERINGS_PER_MINUTE = 60

/** Answers `/share/site.png` and `/share/wallet/{address}.png`, the preview pictures of links. */
export function registerPictures(app: FastifyInstance, loadAnswers: AnswerLoader): void {
  const site = createOnce(() => renderPicture(drawSiteCard()))
  const draw = createPainter()

  app.get('/share/site.png', async (_, reply) =>
    sendPicture(reply, await site(), 'public, max-age=86400'),
  )

  app.get<{ Params: { file: string } }>('/share/wallet/:file', async (request, reply) => {
    const address = parseAddress(request.params.file.replace(/\.png$/, ''))
    if (address === null) return reply.code(404).type('text/plain').send('File not found.')
    const summary = summarizeWallet(await loadAnswers(`/wallet/${address}`))
    const picture = await draw(drawWalletCard(address, summary))
    if (picture === null) return sendPicture(reply, await site(), 'no-store')
    return sendPicture(reply, picture, 'public, max-age=300')
  })
}

/** Creates a function that draws an SVG once, or returns null when too much is drawn already. */
function createPainter(): (svg: string) => Promise<Buffer | null> {
  const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED_PICTURES })
  let running = 0
  let minute = 0
  let drawn = 0
  return async (svg) => {
    const known = cache.get(svg)
    if (known !== undefined) return known
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) {
      minute = now
      drawn = 0
    }
    if (running >= MAX_RENDERINGS || drawn >= MAX_RENDERINGS_PER_MINUTE) return null
    running++
    drawn++
    try {
      const picture = await renderPicture(svg)
      cache.set(svg, picture)
      return picture
    } finally {
      running--
    }
  }
}

async function renderPicture(svg: string): Promise<Buffer> {
  return (await renderAsync(svg, { font: FONTS })).asPng()
}

function createOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}

const sendPicture = (reply: FastifyReply, picture: Buffer, cacheControl: string) =>
  reply.type('image/png').header('cache-control', cacheControl).send(picture)
