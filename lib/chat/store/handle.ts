/** Something that a component can subscribe to. */
export type Handle<View> = { subscribe: (listener: () => void) => () => void; getSnapshot: () => View }

/** The same handle each time: a component that asks for it anew must not subscribe anew. */
export function handleOf<View>(
  known: Map<string, Handle<View>>,
  id: string,
  subscribe: Handle<View>['subscribe'],
  getSnapshot: () => View,
): Handle<View> {
  const handle = known.get(id) ?? { subscribe, getSnapshot }
  known.set(id, handle)
  return handle
}
