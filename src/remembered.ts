/** The function with a cache: it is called once for each key, or again if it threw. */
export function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (known.has(key)) return known.get(key) as Value;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
