import webPush from 'web-push'
import type { Context } from '../../runtime/context.ts'

/** The key pair of this server for push services (VAPID), in base64url. */
export interface PushKeys {
  publicKey: string
  /** Leaves the database for signatures only. */
  privateKey: string
}

/** Reads the key pair; it is made when it is first asked for, once for all processes. */
export async function readPushKeys({ db }: Pick<Context, 'db'>): Promise<PushKeys> {
  const stored = await readStored(db)
  if (stored !== undefined) return stored
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  await db
    .insertInto('alert_push_key')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await readStored(db)
  if (made === undefined) throw new RangeError('the keys for push services were not stored')
  return made
}

const readStored = (db: Context['db']): Promise<PushKeys | undefined> =>
  db
    .selectFrom('alert_push_key')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst()
