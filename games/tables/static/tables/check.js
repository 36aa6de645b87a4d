// The checksum of a view: CRC-32 over its canonical JSON, as the server computes it (PRO-5.5).

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/**
 * JSON with sorted keys, without spaces, with letters beyond ASCII as they are.
 * @param {unknown} value plain data without floats
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

/**
 * @param {unknown} value plain data
 * @returns {string} 8 hex digits
 */
export function check(value) {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(canonical(value))) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (~sum >>> 0).toString(16).padStart(8, "0");
}
