/** Two kinds of sentences of which a page about one wallet never shows both. */
const EXCLUSIVE: readonly (readonly [RegExp, RegExp])[] = [
  [/on (a|the) scam list( itself|\b “|$)/im, /^None found: no path|^Not checked/m],
  [
    /^(Warned about|Flagged) since|^Frozen by vote|^On the \w+ list “/m,
    /nothing speaks|^Nothing is held against|neither clean nor accused|all that is known|^You can deal with it/im,
  ],
  [
    /^(Protected|Frozen) by vote|\bReported by|\bvisitor.* flagged|community decided on/m,
    /\bNo reports( or decisions)?$/m,
  ],
  [/ of its money from listed accounts|^Paid .* to listed accounts/m, /\bNone found( so far)?$/m],
  [
    /from an unseen source|is not followed further/,
    /^None found|\bNone found( so far)?$|^No contact with|counts as contact/m,
  ],
  [/lowers the score/, /^It does not lower the score/m],
  [/\bNone held|\d collections?, held/m, /Nothing is known/],
]

/** Returns what two sentences say that contradict each other; `sentences` stand on one page about one wallet. */
export function findContradictions(sentences: readonly string[]): string[] {
  const page = sentences.join('\n')
  return EXCLUSIVE.flatMap(([one, other]) => {
    const [first, second] = [one.exec(page), other.exec(page)]
    return first === null || second === null ? [] : [`'${first[0]}' beside '${second[0]}'`]
  })
}
