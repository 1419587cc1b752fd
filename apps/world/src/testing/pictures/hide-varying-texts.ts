/**
 * A script for a page: shows the same text instead of what differs from world to world or from run to run. These are ids of
 * transactions, hashes, keys and signatures, numbers of the chain's scheduler, ports, and the times of this machine, which
 * are the only ones after the world's present.
 */
export const HIDE_VARYING_TEXTS = `{
  const format = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format()
  const hideFuture = (text, shown) => (Date.parse(text) > Date.now() ? shown : text)
  const present = format({ dateStyle: 'medium', timeStyle: 'short' }) + ' UTC'
  const today = format({ dateStyle: 'medium' })
  const hide = (text) => text
    .replace(/\\b[0-9a-f]{64,}\\b/g, (hex) => '0123456789abcdef'.repeat(hex.length / 16))
    .replace(/\\b[0-9a-f]{4,8}(…|\\.{3})[0-9a-f]{4,8}\\b/g, (short) => short.replace(/[0-9a-f]/g, '0'))
    .replace(/\\brecheck \\d+/g, 'recheck 1')
    .replace(/\\blocalhost:\\d+/g, 'localhost:3000')
    .replace(/\\b\\d+ [A-Z][a-z]+ \\d{4}, \\d\\d:\\d\\d UTC/g, (time) => hideFuture(time, present))
    .replace(/\\b\\d+ [A-Z][a-z]+ \\d{4}(?!, )/g, (date) => hideFuture(date, today))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const shown = hide(walker.currentNode.data)
    if (shown !== walker.currentNode.data) walker.currentNode.data = shown
  }
}`
