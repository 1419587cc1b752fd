import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countCharacters, findTextProblem, normalizeText, toPlainText } from './plain-text.ts'

const LIMITS = { name: 'Reason', minimum: 1, maximum: 1000 }

const findProblem = (text: string) => findTextProblem(text, LIMITS)

describe('an ordinary text', () => {
  it.each([
    ['English', 'Swept six wallets in one night, e.g. 0x179b6b1cb6755e31 (12.5 FLOW each).'],
    [
      'without a space',
      'He said no.Then he took it, 3.14 times, at 11.pm; wait…it was 1.234.567,89',
    ],
    ['German', 'Straßenräuber z.B. in Köln, d.h. „übel“, i.d.R. um 12.30 Uhr, s.o. usw.'],
    ['Polish', 'Zabrał m.in. moje środki, tzn. wszystko; por. art.5'],
    ['Vietnamese, without spaces', 'Nó lấy hết tiền.Tôi mất tất cả.Không còn gì, v.v. TP.HCM, Q.1'],
    ['Russian', 'Он украл всё, т.е. 5 кошельков, г.Москва, и т.д.'],
    ['Greek', 'Έκλεψε π.χ. όλα τα χρήματα· γιατί;'],
    ['Turkish', 'T.C. vatandaşı İstanbul’da ışıkları söndürdü.'],
    ['Hindi', 'उसने मेरा बटुआ खाली कर दिया, क्षेत्र में सब जानते हैं।'],
    ['Malayalam, with joiners', 'അവന്‍ എന്റെ പണം എടുത്തു'],
    ['Tibetan', 'བསྒྲུབས་པ་རེད།'],
    ['Arabic', 'سَرَقَ المُحْتَالُ كُلَّ أَمْوَالِي في ليلةٍ واحدة.'],
    ['Persian, with non-joiners', 'می‌خواهم کیف‌پولش را مسدود کنید، سال ۱۴۰۰ ه‍.ش'],
    ['Japanese, with a variant', '葛󠄀城さんの財布から盗んだ。会社は知らない。'],
    ['Chinese', '他偷了我的钱。公司不知道，网址也没有。'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ᠌'],
    ['emoji', '👨‍👩‍👧 ❤️ 🏳️‍🌈 🧑🏽‍🦰 1️⃣ ☠︎'],
    ['flags', '🇩🇪 🇻🇳 🏴‍☠️ 🏳️‍⚧️'],
    [
      'abbreviations',
      'At 7 a.m. or 11.pm, e.g. in the U.S.A., i.e. no. 5; A.K.A. Mr.X, ca. 10 p.m.',
    ],
    ['numbers', 'Sent 0.5, 3.50 and 12.5/day at 12:30:45 on 12.11.2026; 4.5/5, 1:2, 10.000/Tag'],
    ['versions', 'Runs 1.2.3, v1.0.2, 1.2.3.4.5 and std::vector; see 0x1::coin or a: b'],
    [
      'words before a colon',
      'Reason:scam; note:he left; http: is a scheme, and `ipfs:`, too. :/ ::)',
    ],
    ['French', "Il m'a volé 1 250,75 €, c.-à-d. tout ; Mme.Martin l'a vu à 14h30, p.ex."],
    ['Catalan', 'Va robar la vil·la, la cel·la i la col·lecció il·lustrada'],
    ['Urdu, without spaces', 'اس نے 1,250.75 روپے چرا لیے۔پھر غائب ہو گیا۔'],
    [
      'amounts and dates',
      "$1.250,75 or 1'250.75 CHF; 0.00000001 FLOW, 3.14e10, 50%, 2.0x, 1.2M, ₹1,25,000.50",
    ],
    ['times', '2026-11-27T14:30:05.123Z, 27.11.2026 14.30, 9:05am, 2:30 p.m., Jan.1, a.m./p.m.'],
    [
      'software',
      'Node.js v24.1, Next.js, v1.2.3-rc.1, GPT-4.1, report.pdf, photo.png, file.tar.gz, C:\\me\\a.txt',
    ],
    [
      'tokens and handles',
      'USDC.e, stFLOW, $WETH.e, Moment #55/100, @thief_99, @evil.guy, thief.eth, a@b',
    ],
    ['signs between numbers', '5·3=15, 3·10⁸ m·s, • one •two, FLOW•USDC, (a)(b), f(x), 2.(3)'],
    ['a type of a contract', 'Pulled A.1654653399040a61.FlowToken.Vault with v1.2.3.4 of main.ts'],
  ])('%s is taken, and shown as it is written', (_, text) => {
    expect(findProblem(text)).toBeNull()
    expect(toPlainText(text)).toBe(text)
  })
})

/** Between white space. */
const LINKS = `
  flow-bonus.vip claim.flow-wallet.support a.b.c.flow--bonus.top. 123456.xyz 1inch.io
  my_wallet.web.app dapp.pages.dev evil.github.io evil.co.uk evil.uk.com foo.ck
  evil.ipfs.dweb.link evil.eth.limo evil.kawasaki.jp evil.onion app.flow.com.evil-site.ru
  "flow-bonus.vip" <flow-bonus.vip> {flow-bonus.vip} «flow-bonus.vip» 「flow-bonus.vip」
  \`flow-bonus.vip\` ~flow-bonus.vip~ @flow-bonus.vip →flow-bonus.vip visit=flow-bonus.vip
  flow-bonus.vip:443 flow-bonus.vip?x flow-bonus.vip#x flow-bonus.vip%2f FLOW-BONUS.VIP…
  hxxps://flow-bonus.vip user:pass@flow-bonus.vip discord.gg/abc wa.me/123 is.gd flow-bonus﹒vip
  flow-bonus·vip flow-bonus•vip flow-bonus‧vip flow-bonus∙vip flow-bonus۔vip flow-bonusꓸvip
  flow-bonus𝅭vip flow-bonus٠vip flow-bonus・vip flow-bonus(.)vip flow-bonus{.}vip
  flow-bonus[dot]vip flow-bonus[DOT]vip flow.сom flow.соm flow.ıo flow.νip ⓕⓛⓞⓦ.ⓥⓘⓟ ꜰʟᴏᴡ.ᴠɪᴘ
  flow◦vip 💰bonus.to xn--80ak6aa92e.com 例え.jp 香港.香港 مثال.السعودية उदाहरण.भारत ตัวอย่าง.ไทย
  δοκιμή.ελ пример.укр посетиevil.com 이동evil.kr http://2130706433 ①.②.③.④ http://[::1]/
  1.2.3.4:8080
`

describe('a link', () => {
  it.each([
    ['see https://evil.example/x?y=1 now', 'see [link removed] now'],
    ['see HTTPS://EVIL.EXAMPLE', 'see [link removed]'],
    ['javascript:alert(1)', '[link removed]'],
    ['mailto:thief', '[link removed]'],
    ['wc:8a5e5bdc@2?relay-protocol=irn', '[link removed]'],
    ['at www.evil', 'at [link removed]'],
    ['claim at flow-airdrop.xyz/claim today', 'claim at [link removed] today'],
    ['bit.ly', '[link removed]'],
    ['evil.com.Then he left', '[link removed].Then he left'],
    ['at evil.com:8080/x.', 'at [link removed]'],
    ['at 203.0.113.7/claim', 'at [link removed]'],
    ['еvil.com', '[link removed]'],
    ['evil.xn--p1ai', '[link removed]'],
    ['他在evil.com骗了我', '[link removed]骗了我'],
    ['ｅｖｉｌ．ｃｏｍ', '[link removed]'],
    ['𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', '[link removed]'],
    ['evil․com', '[link removed]'],
    ['ﷺ.com', '[link removed]'],
    ['at 2001:db8::1 now', 'at [link removed] now'],
    ['at [2001:db8::1]:8080/x', 'at [link removed]'],
    ['::ffff:203.0.113.7/x', '[link removed]'],
    ['192.168.001.001', '[link removed]'],
    ['0x7f.0.0.1', '[link removed]'],
    ['127.1/x', '[link removed]'],
    ['g.co.', '[link removed].'],
    ['x.рф', '[link removed]'],
    ['💩.la', '[link removed]'],
    ['i❤️.ws/x', '[link removed]'],
    ['🏳️‍🌈.to', '[link removed]'],
    ['evil。中国', '[link removed]'],
    ['evil。рф', '[link removed]'],
    ['http:evil', '[link removed]'],
    ['ipfs:bafybeigdyrzt', '[link removed]'],
    ['tg:resolve?domain=scam', '[link removed]'],
    ['intent:#Intent;end', '[link removed]'],
    ['see steam://run/1', 'see [link removed]'],
    ['**flow-bonus.vip**', '**[link removed]**'],
    ['flow-bonus[.]vip', '[link removed]'],
  ])('%j is refused, and shown as %j', (text, shown) => {
    expect(findProblem(text)).toContain('reads as one')
    expect(toPlainText(text)).toBe(shown)
  })

  it.each(LINKS.trim().split(/\s+/))('%j is refused, and not shown', (text) => {
    expect(findProblem(text)).toContain('reads as one')
    expect(toPlainText(text)).toContain('removed]')
  })

  it.each([
    ['write to thief@example.org.', 'write to [mail address removed].'],
    ['THIEF@EXAMPLE.ORG', '[mail address removed]'],
    ['thief＠example．org', 'thief＠[link removed]'],
  ])('%j is refused, and shown as %j', (text, shown) => {
    expect(findProblem(text)).toContain('mail address')
    expect(toPlainText(text)).toBe(shown)
  })

  it('is named in the sentence, with what to do when it is not one', () => {
    for (const [text, words] of [
      ['He took all.In one night', 'all.In'],
      ['He emptied it.Money was gone', 'it.Money'],
    ] as const) {
      expect(findProblem(text)).toBe(
        `Reason must not have links or mail addresses: '${words}' reads as one. If it is not one, put a space after its dot or colon`,
      )
      expect(findProblem(text.replace('.', '. '))).toBeNull()
    }
  })
})

describe('a hidden character', () => {
  it.each([
    ['a direction override', 'abc\u202Edef', 'U+202E'],
    ['a control', 'abc\u0007def', 'U+0007'],
    ['a separator of lines', 'abc\u2028def', 'U+2028'],
    ['a space without width', 'abc\u200Bdef', 'U+200B'],
    ['a tag', 'abc\u{E0041}def', 'U+E0041'],
    ['a filler of Hangul', 'abc\u3164def', 'U+3164'],
    ['no character', 'abc\uFFFFdef', 'U+FFFF'],
    ['a joiner between Latin letters', 'abc\u200Ddef', 'U+200D'],
    ['a non-joiner between Latin letters', 'abc\u200Cdef', 'U+200C'],
    ['a variation selector of a Latin letter', 'abc\uFE0Fdef', 'U+FE0F'],
    ['a supplementary variation selector', 'abc\u{E0101}def', 'U+E0101'],
    ['the second of two variation selectors', 'ab☠\uFE0F\uFE0Fdef', 'U+FE0F', 'ab☠\uFE0Fdef'],
    ['a byte behind an emoji', 'ab😀\u{E0131}\u{E0158}def', 'U+E0131', 'ab😀def'],
    ['a byte behind an ideograph', 'ab葛\u{E0131}def', 'U+E0131', 'ab葛def'],
    ['a byte of two selectors', 'ab葛\u{E0101}\u{E0102}def', 'U+E0102', 'ab葛\u{E0101}def'],
    ['a bit behind a digit', 'ab1\uFE0Fdef', 'U+FE0F', 'ab1def'],
    ['a joiner of emoji that are no sequence', 'ab😀\u200D😀def', 'U+200D', 'ab😀😀def'],
    ['a Mongolian separator of Latin letters', 'abc\u180Edef', 'U+180E'],
    ['the second Mongolian separator', 'aᠭ\u180E\u180Eᠠ', 'U+180E', 'aᠭ\u180Eᠠ'],
    ['a tag behind a flag', 'ab🏴\u{E0067}def', 'U+E0067', 'ab🏴def'],
  ])('%s is refused by its code and its place', (_, text, code, shown = 'abcdef') => {
    expect(normalizeText(text)).toBe(text)
    expect(findProblem(text)).toBe(
      `Reason must not have hidden or control characters: its character 4 is ${code}`,
    )
    expect(toPlainText(text)).toBe(shown)
  })

  it('that is half of one is refused', () => {
    expect(findProblem('😀a\ud800')).toBe(
      'Reason must be well-formed Unicode: its character 3 is the lone surrogate U+D800',
    )
    expect(toPlainText('a\ud800')).toBe('a')
  })

  it('does not split a link', () => {
    expect(toPlainText('ht\u200Btps://evil.example')).toBe('[link removed]')
    expect(toPlainText('ev\u00ADil.c\u200Dom')).toBe('[link removed]')
  })
})

describe('combining marks', () => {
  it('are four in a row at most', () => {
    const word = `Z${'\u0335'.repeat(4)}a`
    expect(findProblem(word)).toBeNull()
    const piled = `Z${'\u0335'.repeat(200)}a`
    expect(findProblem(piled)).toBe(
      'Reason must have at most 4 combining marks in a row: its character 2 is one more',
    )
    expect(toPlainText(piled)).toBe(word)
  })

  it('are one row with joiners between them', () => {
    expect(findProblem(`क${'\u0951\u200D'.repeat(5)}`)).toContain('combining marks')
  })
})

describe('a length', () => {
  it.each([
    [' '.repeat(10), 0],
    ['\u00A0\u2003\u3000\n\t\u1680', 0],
    ['\u2800'.repeat(20), 0],
    ['\u3164\uFFA0\u115F\u1160\u{1D159}\u{13441}', 0],
    ['\u200B\u2060\uFEFF\u061C\u{E0041}\u{E0020}\u180E\0\uFFF9', 0],
    ['😀'.repeat(10), 10],
    ['👨‍👩‍👧', 1],
    ['ab cd', 4],
    ['ab\r\ncd e\u00AD\u0301', 5],
    ['e\u0301❤️🇩🇪1️⃣', 4],
    ['각각', 2],
    ['می‌خواهم', 7],
  ])('counts what is seen: %j has %i', (text, count) => {
    expect(countCharacters(text)).toBe(count)
    const normalized = normalizeText(text)
    expect(countCharacters(normalized)).toBe(count)
    expect(findTextProblem(normalized, { ...LIMITS, minimum: 20 })).toBe(
      'Reason must be at least 20 characters',
    )
    const isTaken = findTextProblem(normalized, { ...LIMITS, minimum: count }) === null
    if (count > 0) expect(isTaken).toBe(true)
  })

  it('is at most the maximum, and 4,000 bytes', () => {
    const limits = { name: 'Text', minimum: 1, maximum: 3 }
    expect(findTextProblem('😀 👨‍👩‍👧\n😀', limits)).toBeNull()
    expect(findTextProblem('😀😀😀😀', limits)).toBe('Text must be at most 3 characters')
    expect(findTextProblem(' \n ', limits)).toBe('Text must be at least 1 character')
    expect(findProblem('😀'.repeat(1000))).toBeNull()
    expect(findProblem(`${'😀'.repeat(999)} x é`)).toBe(
      'Reason must be at most 1000 characters and 4000 bytes of UTF-8: it has 4001 bytes',
    )
  })
})

describe('a normalized text', () => {
  it.each([
    ['ends of lines', 'a\r\nb\rc\n\nd', 'a\nb\nc\n\nd'],
    ['soft hyphens', 'a\u00ADb\u00AD', 'ab'],
    ['composition', 'e\u0301 \u212A Nó'.normalize('NFD'), 'é K Nó'],
    ['a soft hyphen before a mark', 'e\u00AD\u0301', 'é'],
    ['white space', '\uFEFF \t\r\n\u3000a b\u00A0\n', 'a b'],
    ['marks of direction', '\u2067\u200F\u202Bשלום\u202C\u2069\u200F', 'שלום'],
    ['joiners', '\u200D\u200Cab\u200D\u200C \u200B\u2060', 'ab'],
    ['nothing but marks', ' \u200E\u200B\r\n', ''],
    ['an emoji', ' ❤️ ', '❤️'],
    ['a Persian word with its non-joiner', 'ه\u200C\u200C ', 'ه\u200C'],
    ['tabs', 'a\tb\n\tc', 'a b\n c'],
    ['ten blanks', `a${' \n'.repeat(5)}b`, `a${' \n'.repeat(5)}b`],
    ['more line feeds', `a${'\r\n'.repeat(400)}b`, `a${'\n'.repeat(10)}b`],
    ['more indents', `a\n${' '.repeat(16)}b\n\t\tc`, `a\n${' '.repeat(9)}b\n  c`],
    ['more blank signs', `a${'\u2800\u0301'.repeat(11)}b`, `a${'\u2800\u0301'.repeat(10)}b`],
    ['more blanks with skin', `a${'\u3000🏽'.repeat(20)}b`, `a${'\u3000🏽'.repeat(10)}b`],
    ['a tag, which is refused', 'a\u{E0041}', 'a\u{E0041}'],
    ['a filler, which is refused', '\u3164a', '\u3164a'],
  ])('has its own form of %s', (_, text, normalized) => {
    expect(normalizeText(text)).toBe(normalized)
  })
})

const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.nat(8).map((count) => ' '.repeat(count)),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(
      ...'a . @ / : www. com http :// - m рф 。 1. ． t.me :: [ 0x7f 💩 😀 ا क 葛 сo · [dot]'.split(
        ' ',
      ),
      ...['\u202E', '\u200D', '\u200C', '\uFE0F', '\u{E0101}', '\u0301', '\u094D', '\u00AD'],
      ...['\r', '\uFEFF', '\\t'],
    ),
  ),
  { maxLength: 30 },
)

test('what is shown is plain, and does not change again', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const shown = toPlainText(parts.join(''))
      expect(toPlainText(shown)).toBe(shown)
      expect(normalizeText(shown)).toBe(shown)
      expect(shown.isWellFormed()).toBe(true)
      expect(findTextProblem(shown, { name: 'Text', minimum: 0, maximum: 1e6 })).toBeNull()
    }),
  )
})

test('a normalized text has no problem exactly when it is shown as it is', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const text = normalizeText(parts.join(''))
      expect(normalizeText(text)).toBe(text)
      const problem = findTextProblem(text, { name: 'Text', minimum: 0, maximum: 1e6 })
      expect(problem === null).toBe(toPlainText(text) === text)
    }),
  )
})
