/**
 * A script for a page: shows the same text instead of what differs from world to world or from run to run. These are ids of
 * transactions, hashes, keys and signatures, numbers of the chain's scheduler, ports, and the times of this machine, which
 * are the only ones after the world's present.
 */
export const HIDE_VARYING_TEXTS = `{
  const present = { dateStyle: 'medium', timeStyle: 'short' }
  const hideFuture = (text, options) =>
    Date.parse(text) > Date.now() ? new Date().toLocaleString(undefined, options) : text
  const hide = (text) => text
    .replace(/\\b[0-9a-f]{64,}\\b/g, (hex) => '0123456789abcdef'.repeat(hex.length / 16))
    .replace(/\\b[0-9a-f]{4,8}(…|\\.{3})[0-9a-f]{4,8}\\b/g, (short) => short.replace(/[0-9a-f]/g, '0'))
    .replace(/\\brecheck \\d+/g, 'recheck 1')
    .replace(/\\blocalhost:\\d+/g, 'localhost:3000')
    .replace(/\\b[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M/g, (time) => hideFuture(time, present))
    .replace(/\\b\\d+\\/\\d+\\/\\d{4}\\b/g, (date) => hideFuture(date, { dateStyle: 'short' }))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const shown = hide(walker.currentNode.data)
    if (shown !== walker.currentNode.data) walker.currentNode.data = shown
  }
}`
