import { AdvisedError } from '@/lib/chain/chains/advised-error'
import { missingParts } from '@/lib/missing-parts'

/** Code that is loaded when it is needed did not come: most often the network was away for a moment. */
export class PartNotLoaded extends AdvisedError {
  override readonly name = 'PartNotLoaded'
}

/** Loads a part of the app. Throws PartNotLoaded, in words for a person. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await missingParts.orMissing(load())
  } catch (cause) {
    throw new PartNotLoaded('A part of this page that checks the proposal could not be loaded. Nothing was signed.', {
      cause,
    })
  }
}
