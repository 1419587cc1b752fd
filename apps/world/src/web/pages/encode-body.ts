import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Quick enough for a page that is drawn for one reader. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Encoding = 'br' | 'gzip' | 'identity'

export interface EncodedBody {
  body: Buffer
  encoding: Encoding
}

/** Returns the best encoding in the header Accept-Encoding. */
export function chooseEncoding(accepted = ''): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

export async function encodeBody(text: string, encoding: Encoding): Promise<EncodedBody> {
  if (encoding === 'br') return { body: await promisify(brotliCompress)(text, BROTLI), encoding }
  if (encoding === 'gzip') return { body: await promisify(gzip)(text), encoding }
  return { body: Buffer.from(text), encoding }
}
