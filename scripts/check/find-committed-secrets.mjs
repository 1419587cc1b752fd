import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'

const PRESET = '@secretlint/secretlint-rule-preset-recommend'

/** Passwords of the URLs in tests and documents. */
const EXAMPLE_PASSWORDS = ['p', 'password', 'secret', '…']

const URL_WITH_PASSWORD = /\b[a-z][a-z+]+:\/\/[^\s/:@'"`]+:([^\s/:@'"`]+)@/gi

/** A private key of a Flow account has no other sign than its length and the word before it. */
const FLOW_KEY = /key\w*['"]?\s*[:=]*\s*[[(]?['"`](?:0x)?[0-9a-f]{64}['"`]/gi

/**
 * Finds private keys, tokens, and URLs with passwords in the text of a file.
 * @param {{ path: string, text: string }} file
 * @returns {Promise<string[]>} what was found, without the secrets
 */
export async function findCommittedSecrets({ path, text }) {
  const known = await findKnownForms(path, text)
  const urls = [...text.matchAll(URL_WITH_PASSWORD)].filter(([, password = '']) =>
    isRealPassword(password),
  )
  return [
    ...known,
    ...urls.map(() => 'a URL with a password'),
    ...[...text.matchAll(FLOW_KEY)].map(() => 'a private key of a Flow account'),
  ]
}

/** A template's variable, such as `${password}`, is none. @param {string} password */
const isRealPassword = (password) =>
  !password.startsWith('$') && !EXAMPLE_PASSWORDS.includes(password)

/**
 * Finds what has a form of its own: PEM keys, tokens of well-known services, and the like.
 * @param {string} path
 * @param {string} text
 */
async function findKnownForms(path, text) {
  const extension = path.slice(path.lastIndexOf('.'))
  const { messages } = await lintSource({
    source: { content: text, filePath: path, ext: extension, contentType: 'text' },
    options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
  })
  return messages
    .filter(({ messageId }) => messageId !== 'BasicAuth')
    .map(({ ruleId, messageId }) => `${messageId} (${ruleId.replace(/^.*secretlint-rule-/, '')})`)
}
