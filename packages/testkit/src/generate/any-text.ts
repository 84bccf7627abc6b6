/** Replaces generators of fast-check whose first use takes a second of processor time in each process. */
import fc from 'fast-check';

/** Strings of any code points, lone surrogates too, as those of `fc.string({ unit: 'binary' })`. */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  const unit = fc.nat(0x10ffff).map((codePoint) => String.fromCodePoint(codePoint));
  return fc.string({ unit, ...constraints });
}

const urlText = fc.string({
  unit: fc.constantFrom(...`abzAZ09-._~!$&'()*+,;=:@/`, '%20', '%2F', '%C3%A9'),
});

/** URLs with `http` or `https`, and some with a path, a query or a fragment, as those of `fc.webUrl`. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), ...['/', '?', '#'].map(partAfter))
  .map(([scheme, host, ...parts]) => `${scheme}://${host}${parts.join('')}`);

function partAfter(mark: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant(''),
    urlText.map((text) => mark + text),
  );
}
