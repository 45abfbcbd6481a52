/** The function with a cache: it is called once for each key, or again if it threw. A full cache is emptied. */
export function remembered<Key, Value>(make: (key: Key) => Value, most = Infinity): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as Value;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}

/** The function with its value kept: it is called at the first call alone. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
