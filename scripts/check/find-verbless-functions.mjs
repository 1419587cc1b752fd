const DECLARATION =
  /\bfunction\s*\*?\s*(\w+Of)\b|\b(?:const|let)\s+(\w+Of)\b|^\s+(\w+Of)\??(?::\s*)?[(<].*(?:\{|\)\s*[:=].*)$/gm

/**
 * Returns the names of declared functions that end in `Of`, such as `scoreOf`: they name no action.
 * @param {string} source TypeScript or JavaScript
 * @returns {string[]}
 */
export function findVerblessFunctions(source) {
  return [...source.matchAll(DECLARATION)].map(
    ([, declared, assigned, method]) => declared ?? assigned ?? method ?? '',
  )
}
