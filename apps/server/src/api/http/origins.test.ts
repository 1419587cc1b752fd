import { describe, expect, it } from 'vitest'
import { requireDeliberateRequest } from './origins.ts'

const WEB_ORIGINS = ['http://localhost:3000']
const checkHeaders = (headers: Record<string, string>) => () =>
  requireDeliberateRequest({ headers }, WEB_ORIGINS)

describe('a call that costs money', () => {
  it.each([
    ['a program that sends no such headers', {}],
    ['a visitor who types the address', { 'sec-fetch-site': 'none' }],
    ['our app beside the API', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
    ['our app, where no site is named', { origin: 'http://localhost:3000', host: 'api.example' }],
    ['a page of the API itself', { origin: 'http://api.example:3001', host: 'api.example:3001' }],
    ['our app elsewhere', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
  ])('accepts %s', (_, headers) => {
    expect(checkHeaders(headers)).not.toThrow()
  })

  it.each([
    ['Sec-Purpose', { 'sec-purpose': 'prefetch' }],
    ['Sec-Purpose', { 'sec-purpose': 'prefetch;prerender' }],
    ['Purpose', { purpose: 'prefetch' }],
    ['X-Moz', { 'x-moz': 'prefetch' }],
  ])('rejects prefetching browsers, by %s', (_, headers) => {
    expect(checkHeaders(headers)).toThrow(expect.objectContaining({ code: 'prefetch_refused' }))
  })

  it.each([
    ['a picture or a link', { 'sec-fetch-site': 'cross-site' }],
    ['a script', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a form, where no site is named,', { origin: 'https://evil.example', host: 'api.example' }],
    ['a hidden page, where no site is named,', { origin: 'null', host: 'api.example' }],
    ['a hidden page', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('rejects %s of another website', (_, headers) => {
    expect(checkHeaders(headers)).toThrow(expect.objectContaining({ code: 'cross_site_refused' }))
  })
})
