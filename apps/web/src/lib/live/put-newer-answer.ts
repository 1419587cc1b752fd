import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Puts a newer answer into the cache. An answer that is under way may be older, and would replace it: then the query is
 * asked again.
 */
export function putNewerAnswer<T>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: Updater<T | undefined, T | undefined>,
): void {
  queryClient.setQueryData<T>(queryKey, update)
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}
