import { describe, expect, it } from 'vitest'
import { checkTargetUrl, isPublicAddress, toCanonicalUrl, trimUrl } from './check-target-url.ts'

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fe80::1%eth0',
    '2130706433',
    'example.org',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a URL', () => {
  const testnet = (url: string) => checkTargetUrl(url, { allowsLoopback: false })

  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    '//example.org/',
    'example.org',
    '',
    'https://',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://LOCALHOST/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://①②⑦.⓪.⓪.①/',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://user@example.org/',
    'https://user:password@example.org/',
    'https://example.org:443@127.0.0.1/',
    'https://example.org:22/',
    'https://example.org:0/',
    'https://example.org:25/',
    'https://example.org:80/',
    'https://example.org:65536/',
    `https://example.org/${'x'.repeat(500)}`,
  ])('%s is refused on a public network', (url) => {
    expect(testnet(url).kind).toBe('refused')
  })

  it.each([
    'https://example.org',
    'https://example.org/a?b=c',
    'https://example.org:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
  ])('%s is allowed on a public network', (url) => {
    expect(testnet(url).kind).toBe('allowed')
  })

  it.each([
    [
      'https://b\u00fccher.example/\u00e4?q=\u00f6#part',
      'https://xn--bcher-kva.example/%C3%A4?q=%C3%B6',
    ],
    [
      'HTTPS://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444./',
      'https://xn--e1afmkfd.xn--p1ai/',
    ],
    ['https://\u4f8b\u3048\u3002\u30c6\u30b9\u30c8:8443', 'https://xn--r8jz45g.xn--zckzah:8443/'],
    ['https://\uff45xample.org/\u{1f600}', 'https://example.org/%F0%9F%98%80'],
    ['https://www.\u0430pple.com', 'https://www.xn--pple-43d.com/'],
    ['\ufeff \u200ehttps://example.org/a\u200b\u202c\n', 'https://example.org/a'],
  ])('%s is called as %s', (url, called) => {
    const trimmed = trimUrl(url)
    expect(testnet(trimmed)).toMatchObject({ kind: 'allowed', url: new URL(called) })
    expect(toCanonicalUrl(trimmed)).toBe(called)
  })

  it.each([
    ['https://a\u202eb.example/', 'Its host or port is not valid.'],
    ['https://\u05d0a1.example/', 'Its host or port is not valid.'],
    ['https://ex ample.org/', 'Its host or port is not valid.'],
    ['https://256.1.1.1/', 'Its host or port is not valid.'],
    ['https://example.org:65536/', 'Its host or port is not valid.'],
    ['b\u00fccher.example', 'It must begin with https://.'],
    [`https://example.org/${'\u00fc'.repeat(90)}`, 'characters: in ASCII it has 560.'],
  ])('%s is refused with the true reason', (url, problem) => {
    expect(testnet(url)).toEqual({ kind: 'refused', problem: expect.stringContaining(problem) })
  })

  it.each(['http://127.0.0.1:8080/', 'https://localhost:99/', 'http://[::1]/'])(
    '%s is allowed on a local network only',
    (url) => {
      expect(checkTargetUrl(url, { allowsLoopback: true }).kind).toBe('allowed')
      expect(testnet(url).kind).toBe('refused')
    },
  )

  it.each(['http://example.org/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'http://0/'])(
    '%s is refused on a local network too',
    (url) => {
      expect(checkTargetUrl(url, { allowsLoopback: true }).kind).toBe('refused')
    },
  )

  it.each(['http://u:p@127.0.0.1:80/', 'http://u@localhost/'])(
    '%s is refused for its credentials, also on a local network',
    (url) => {
      expect(checkTargetUrl(url, { allowsLoopback: true }).kind).toBe('refused')
    },
  )
})
