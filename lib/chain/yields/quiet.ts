import { YieldError, type Yields } from './yields'

/** Asks the yield service for nothing while `isQuiet`. */
export function quietYields(service: Yields, isQuiet: () => boolean): Yields {
  const unlessQuiet = <T>(ask: () => Promise<T>): Promise<T> =>
    isQuiet()
      ? Promise.reject(
          new YieldError('switched-off', 'Quiet mode is on, so the yield service was not asked. Nothing was signed.', {
            advice: 'Places that only it knows need it off: see the settings.',
          }),
        )
      : ask()
  return {
    list: (...asked) => unlessQuiet(() => service.list(...asked)),
    find: (...asked) => unlessQuiet(() => service.find(...asked)),
    enter: (...asked) => unlessQuiet(() => service.enter(...asked)),
    exit: (...asked) => unlessQuiet(() => service.exit(...asked)),
    positions: (...asked) => unlessQuiet(() => service.positions(...asked)),
  }
}
