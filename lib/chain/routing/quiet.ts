import { QuoteError, type Routing } from './routing'

/** Asks the router for nothing while `isQuiet`. A transfer under way goes on, and is not looked up. */
export function quietRouting(routing: Routing, isQuiet: () => boolean): Routing {
  const unlessQuiet = <T>(ask: () => Promise<T>): Promise<T> =>
    isQuiet()
      ? Promise.reject(
          new QuoteError('switched-off', 'Quiet mode is on, so no route was requested. Nothing was signed.', {
            advice: 'Swaps and bridges need it off: see the settings.',
          }),
        )
      : ask()
  return {
    quote: (...asked) => unlessQuiet(() => routing.quote(...asked)),
    routes: (...asked) => unlessQuiet(() => routing.routes(...asked)),
    status: async (...asked) =>
      isQuiet()
        ? { state: 'pending', message: 'Quiet mode is on, so the arrival is not looked up. The transfer goes on.' }
        : routing.status(...asked),
  }
}
