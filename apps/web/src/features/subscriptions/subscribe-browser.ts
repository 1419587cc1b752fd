/** What a server needs to push messages to this browser. */
interface BrowserSubscription {
  url: string
  keys: { p256dh: string; auth: string }
}

type PushState = 'ready' | 'blocked' | 'unsupported'

const WORKER_URL = '/push-worker.js'

type Browser = Pick<typeof globalThis, 'navigator' | 'PushManager' | 'Notification'>

export function readPushState(browser: Browser = globalThis): PushState {
  try {
    // A browser that stores nothing can have these names without a value, or deny them.
    if (browser.navigator.serviceWorker && browser.PushManager) {
      return browser.Notification.permission === 'denied' ? 'blocked' : 'ready'
    }
    return 'unsupported'
  } catch {
    return 'unsupported'
  }
}

/**
 * Asks for the permission, and subscribes this browser at its push service; `null` when the permission was not given.
 * Throws where the push service cannot be reached.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(WORKER_URL)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known !== null && !isOf(known, publicKey)) await known.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON()
  const { p256dh, auth } = keys ?? {}
  if (endpoint === undefined || p256dh === undefined || auth === undefined) {
    throw new Error('The push service of this browser gave no address.')
  }
  return { url: endpoint, keys: { p256dh, auth } }
}

/** A subscription is bound to the key of one server: another one needs another. */
function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const { applicationServerKey } = options
  if (applicationServerKey === null) return false
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey))
  const text = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return text === publicKey
}
