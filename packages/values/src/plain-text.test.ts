import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countCharacters } from './limits.ts'
import { findTextProblem, toPlainText } from './plain-text.ts'

const findProblem = (text: string) =>
  findTextProblem(text, { name: 'Reason', minimum: 1, maximum: 1000 })

describe('an ordinary text', () => {
  it.each([
    ['English', 'Swept six wallets in one night, e.g. 0x179b6b1cb6755e31 (12.5 FLOW each).'],
    [
      'without a space',
      'He said no.Then he took it, 3.14 times, at 11.pm; wait…it was 1.234.567,89',
    ],
    ['of two lines', 'Ça suffit: "il vole".\nVoir la case 0x1-ab.'],
    ['German', 'Straßenräuber z.B. in Köln, d.h. „übel“, i.d.R. um 12.30 Uhr, s.o. usw.'],
    ['Polish', 'Zabrał m.in. moje środki, tzn. wszystko; por. art.5'],
    ['Vietnamese', 'Nó đã lấy hết tiền của tôi trong một đêm, kể cả tiền tiết kiệm.'],
    ['Vietnamese, decomposed', 'Nó đã lấy hết tiền, kể cả tiền tiết kiệm.'.normalize('NFD')],
    ['Russian', 'Он украл всё, т.е. 5 кошельков, г.Москва, и т.д.'],
    ['Greek', 'Έκλεψε π.χ. όλα τα χρήματα· γιατί;'],
    ['Turkish', 'T.C. vatandaşı İstanbul’da ışıkları söndürdü.'],
    ['Hindi', 'उसने मेरा बटुआ खाली कर दिया, क्षेत्र में सब जानते हैं।'],
    ['Sinhala, with joiners', 'ශ්‍රී ලංකාවේ සොරෙක්'],
    ['Malayalam, with joiners', 'അവന്‍ എന്റെ പണം എടുത്തു'],
    ['Bengali', 'সে আমার টাকা নিয়ে গেছে, র‍্যাম সহ।'],
    ['Burmese', 'ကြွေးမြီမပေးဘဲ ထွက်ပြေးသွားတယ်'],
    ['Tibetan', 'བསྒྲུབས་པ་རེད།'],
    ['Thai', 'เขาขโมยเงินทั้งหมดของฉันในคืนเดียว'],
    ['Khmer', 'គាត់បានលួចលុយរបស់ខ្ញុំ ស្ត្រី'],
    ['Arabic', 'سَرَقَ المُحْتَالُ كُلَّ أَمْوَالِي في ليلةٍ واحدة.'],
    ['Persian, with non-joiners', 'می‌خواهم کیف‌پولش را مسدود کنید، سال ۱۴۰۰ ه‍.ش'],
    ['Hebrew', 'הוּא גָּנַב אֶת כָּל הַכֶּסֶף שֶׁלִּי'],
    ['Korean', '그는 하룻밤 사이에 내 돈을 전부 훔쳤습니다.'],
    ['Japanese, with a variant', '葛󠄀城さんの財布から盗んだ。会社は知らない。'],
    ['Chinese', '他偷了我的钱。公司不知道，网址也没有。'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ᠌'],
    ['emoji', '👨‍👩‍👧 ❤️ 🏳️‍🌈 🧑🏽‍🦰 1️⃣ ☠︎'],
    ['emoji and stops', 'He took all 💩. It is gone 😀.'],
    ['flags', '🇩🇪 🇻🇳 🏴‍☠️ 🏳️‍⚧️'],
    [
      'abbreviations',
      'At 7 a.m. or 11.pm, e.g. in the U.S.A., i.e. no. 5; A.K.A. Mr.X, ca. 10 p.m.',
    ],
    [
      'abbreviations of Europe',
      'M.in. wtedy, m.st. Warszawa, p.es. oggi, 300 f.Kr., dvs. s.k. bedrägeri',
    ],
    ['numbers', 'Sent 0.5, 3.50 and 12.5/day at 12:30:45 on 12.11.2026; 4.5/5, 1:2, 10.000/Tag'],
    ['versions', 'Runs 1.2.3, v1.0.2, 1.2.3.4.5 and std::vector; see 0x1::coin or a: b'],
    [
      'words before a colon',
      'Reason:scam; note:he left; http: is a scheme, and `ipfs:`, too. :/ ::)',
    ],
    ['Chinese, of short sentences', '我被他骗了。中国，网址。公司'],
    ['a type of a contract', 'Pulled A.1654653399040a61.FlowToken.Vault with v1.2.3.4 of main.ts'],
  ])('%s is taken, and shown as it is written', (_, text) => {
    expect(findProblem(text)).toBeNull()
    expect(toPlainText(text)).toBe(text)
  })
})

describe('a link', () => {
  it.each([
    ['see https://evil.example/x?y=1 now', 'see [link removed] now'],
    ['see HTTPS://EVIL.EXAMPLE', 'see [link removed]'],
    ['see https:\\\\evil', 'see [link removed]'],
    ['javascript://alert', '[link removed]'],
    ['javascript:alert(1)', '[link removed]'],
    ['mailto:thief', '[link removed]'],
    ['wc:8a5e5bdc@2?relay-protocol=irn', '[link removed]'],
    ['at www.evil.example', 'at [link removed]'],
    ['at www.evil', 'at [link removed]'],
    ['claim at flow-airdrop.xyz/claim today', 'claim at [link removed] today'],
    ['(evil.zip)', '([link removed])'],
    ['Evil.Com', '[link removed]'],
    ['bit.ly', '[link removed]'],
    ['t.me/scam', '[link removed]'],
    ['x.com', '[link removed]'],
    ['evil.com.Then he left', '[link removed].Then he left'],
    ['at evil.com:8080/x.', 'at [link removed]'],
    ['at 203.0.113.7/claim', 'at [link removed]'],
    ['пример.рф', '[link removed]'],
    ['еvil.com', '[link removed]'],
    ['evil.xn--p1ai', '[link removed]'],
    ['他在evil.com骗了我', '[link removed]骗了我'],
    ['ｅｖｉｌ．ｃｏｍ', '[link removed]'],
    ['𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', '[link removed]'],
    ['evil。com', '[link removed]'],
    ['evil｡com', '[link removed]'],
    ['evil․com', '[link removed]'],
    ['ﷺ.com', '[link removed]'],
    ['at 2001:db8::1 now', 'at [link removed] now'],
    ['at [2001:db8::1]:8080/x', 'at [link removed]'],
    ['(2001:db8:0:0:0:0:0:1)', '([link removed])'],
    ['::ffff:203.0.113.7/x', '[link removed]'],
    ['192.168.001.001', '[link removed]'],
    ['0177.0.0.1', '[link removed]'],
    ['0x7f.0.0.1', '[link removed]'],
    ['0x7f.1/x', '[link removed]'],
    ['127.1/x', '[link removed]'],
    ['203。0。113。7', '[link removed]'],
    ['２０３．０．１１３．７', '[link removed]'],
    ['see t.me', 'see [link removed]'],
    ['x.ai', '[link removed]'],
    ['g.co.', '[link removed].'],
    ['x.рф', '[link removed]'],
    ['х.рф', '[link removed]'],
    ['24.de', '[link removed]'],
    ['💩.la', '[link removed]'],
    ['i❤.ws/x', '[link removed]'],
    ['i❤️.ws/x', '[link removed]'],
    ['☕.to', '[link removed]'],
    ['🏳️‍🌈.to', '[link removed]'],
    ['evil。中国', '[link removed]'],
    ['他在evil。中国', '[link removed]'],
    ['evil。рф', '[link removed]'],
    ['https:/evil/x', '[link removed]'],
    ['http:evil', '[link removed]'],
    ['ipfs:bafybeigdyrzt', '[link removed]'],
    ['data:,evil', '[link removed]'],
    ['tel:+49', '[link removed]'],
    ['tg:resolve?domain=scam', '[link removed]'],
    ['solana:4Nd1m', '[link removed]'],
    ['skype:thief?call', '[link removed]'],
    ['intent:#Intent;end', '[link removed]'],
    ['see steam://run/1', 'see [link removed]'],
  ])('%j is refused, and shown as %j', (text, shown) => {
    expect(findProblem(text)).toContain('reads as one')
    expect(toPlainText(text)).toBe(shown)
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
    ['a direction isolate', 'abc\u2066def', 'U+2066'],
    ['a direction mark', 'abc\u200Fdef', 'U+200F'],
    ['a control', 'abc\u0007def', 'U+0007'],
    ['a control of C1', 'abc\u009Bdef', 'U+009B'],
    ['a tab', 'abc\tdef', 'U+0009', 'abc def'],
    ['a carriage return', 'abc\rdef', 'U+000D'],
    ['a separator of lines', 'abc\u2028def', 'U+2028'],
    ['a space without width', 'abc\u200Bdef', 'U+200B'],
    ['a soft hyphen', 'abc\u00ADdef', 'U+00AD'],
    ['a joiner of graphemes', 'abc\u034Fdef', 'U+034F'],
    ['a tag', 'abc\u{E0041}def', 'U+E0041'],
    ['a filler of Hangul', 'abc\u3164def', 'U+3164'],
    ['a jamo filler', 'abc\u115Fdef', 'U+115F'],
    ['an annotation', 'abc\uFFF9def', 'U+FFF9'],
    ['no character', 'abc\uFFFFdef', 'U+FFFF'],
    ['a joiner between Latin letters', 'abc\u200Ddef', 'U+200D'],
    ['a non-joiner between Latin letters', 'abc\u200Cdef', 'U+200C'],
    ['a variation selector of a Latin letter', 'abc\uFE0Fdef', 'U+FE0F'],
    ['a supplementary variation selector', 'abc\u{E0101}def', 'U+E0101'],
  ])('%s is refused by its code, and not shown', (_, text, code, shown = 'abcdef') => {
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
      'Reason must have at most 4 combining marks in a row: its character 6 is one more',
    )
    expect(toPlainText(piled)).toBe(word)
  })

  it('are one row with joiners between them', () => {
    expect(findProblem(`क${'\u0951\u200D'.repeat(5)}`)).toContain('combining marks')
  })
})

it.each(['', ' ', '\u00A0\u2003\u3000\n\t', '\u2800\u2800'])('%j is refused as blank', (text) => {
  expect(findTextProblem(text, { name: 'Text', minimum: 0, maximum: 9 })).toBe(
    'Text must not be blank',
  )
})

it('counts code points, of which 1,000 are at most the 4,000 bytes of the contracts', () => {
  const limits = { name: 'Reason', minimum: 2, maximum: 3 }
  expect(countCharacters('👨‍👩‍👧')).toBe(5)
  expect(findTextProblem('😀', limits)).toBe('Reason must be at least 2 characters')
  expect(findTextProblem('😀😀😀', limits)).toBeNull()
  expect(findTextProblem('😀😀😀😀', limits)).toBe('Reason must be at most 3 characters')
  expect(new TextEncoder().encode('😀'.repeat(1000))).toHaveLength(4000)
})

const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(
      ...[
        'a',
        '.',
        '@',
        '/',
        ':',
        'www.',
        'com',
        'http',
        '://',
        ' ',
        '-',
        'm',
        'рф',
        '。',
        '1.',
        '．',
        't.me',
        '::',
        '[',
        '\\t',
        '0x7f',
        '💩',
      ],
      ...[
        '\u202E',
        '\u200D',
        '\u200C',
        '\uFE0F',
        '\u{E0101}',
        '\u0301',
        '😀',
        'ا',
        'क',
        '\u094D',
        '葛',
      ],
    ),
  ),
  { maxLength: 30 },
)

test('what is shown is plain, does not change again, and has a problem only when it is blank', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const shown = toPlainText(parts.join(''))
      expect(toPlainText(shown)).toBe(shown)
      expect(shown.isWellFormed()).toBe(true)
      const problem = findTextProblem(shown, { name: 'Text', minimum: 0, maximum: 1e6 })
      expect([null, 'Text must not be blank']).toContain(problem)
    }),
  )
})

test('a text has no problem exactly when it is shown as it is', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const text = `a${parts.join('')}`
      const problem = findTextProblem(text, { name: 'Text', minimum: 0, maximum: 1e6 })
      expect(problem === null).toBe(toPlainText(text) === text)
    }),
  )
})
