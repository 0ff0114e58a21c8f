import { YieldError, type Yields } from '../yields'

const away = async (): Promise<never> => {
  throw new YieldError('unreachable', 'There are no yields in this test.')
}

/** For tests in which nobody asks for a yield. */
export const noYields: Yields = { list: away, find: away, enter: away, exit: away, positions: away }
