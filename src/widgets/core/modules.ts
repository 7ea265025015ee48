/**
 * Files beside the core, each loaded once. Many browsers remember for good that a module could not be had, so every
 * further try has an address of its own: a query, for what the module needs of the core stands beside it all the same.
 */
const loaded = new Map<string, Promise<unknown>>()
const failures = new Map<string, number>()

/** `name`: of a file of the build. Rejects when it cannot be had; asked again it tries again. */
export const moduleOf = <M>(name: string): Promise<M> => {
  const found = loaded.get(name) as Promise<M> | undefined
  if (found) return found
  const failed = failures.get(name) ?? 0
  const address = `./${name}.js${failed ? `?${failed}` : ""}`
  const loading = import(address) as Promise<M>
  loaded.set(name, loading)
  loading.catch(() => {
    loaded.delete(name)
    failures.set(name, failed + 1)
  })
  return loading
}
