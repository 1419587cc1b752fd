import { expect, it } from 'vitest'
import { identifyClient } from './identify-client.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['no address', 'no address'],
])('the client at %s is %s', (ip, visitor) => {
  expect(identifyClient({ ip })).toBe(visitor)
})
