import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Quick enough for every request. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

interface EncodedBody {
  body: Buffer
  encoding?: 'br' | 'gzip'
}

/** Compresses a text by the best encoding in the header Accept-Encoding. */
export async function encodeBody(text: string, accepted = ''): Promise<EncodedBody> {
  if (/\bbr\b/.test(accepted)) {
    return { body: await promisify(brotliCompress)(text, BROTLI), encoding: 'br' }
  }
  if (/\bgzip\b/.test(accepted)) return { body: await promisify(gzip)(text), encoding: 'gzip' }
  return { body: Buffer.from(text) }
}
