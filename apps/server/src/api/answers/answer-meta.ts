import type { BlockRef, Meta } from '@app/api/envelope.ts'
import { loadTip, type Tip } from '../../facts/load-tip.ts'
import type { Api } from '../api.ts'
import { part } from '../operations/readiness.ts'

/** The latest indexed block, and the node when it does not answer. */
export async function answerMeta({ context, node }: Pick<Api, 'context' | 'node'>): Promise<Meta> {
  const tip = await loadTip(context)
  const { trouble } = node.state()
  return {
    ...(tip && { latestBlock: blockOf(tip) }),
    ...(trouble && { degraded: [part('node', trouble)] }),
  }
}

export const blockOf = ({ toHeight, timeMs }: Tip): BlockRef => ({ height: toHeight, timeMs })
