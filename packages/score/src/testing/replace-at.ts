/** Sets the value at a path such as chain.tokens[0].sent; `undefined` deletes it. */
export function replaceAt(target: object, path: string, value: unknown): void {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '')
  const last = names.pop() ?? ''
  const holder = names.reduce((inner: object, name) => Reflect.get(inner, name), target)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else Reflect.set(holder, last, value)
}
