/** Texts that would run, load, navigate or mislead if anything took them for more than text. */
import { between, pick, type Random } from '../../bench/random.js';

export const PAYLOADS: readonly string[] = [
  '<img src=x onerror="globalThis.hacked=1">',
  '<script>globalThis.hacked=1</script>',
  '"><svg onload="globalThis.hacked=1">',
  "' onfocus='globalThis.hacked=1' autofocus x='",
  '<iframe srcdoc="<script>top.hacked=1</script>"></iframe>',
  '<iframe src="javascript:top.hacked=1"></iframe>',
  'javascript:globalThis.hacked=1',
  '<a href="javascript:hacked=1">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=hacked=1>',
  '<template><img src=x onerror=hacked=1></template>',
  '</div></main><img src=x onerror=hacked=1>',
  '<details open ontoggle=hacked=1>',
  '<style>*{background:url(/leak)}</style>',
  '<link rel=stylesheet href=/leak.css>',
  '<base href=//example.invalid/>',
  '<meta http-equiv=refresh content="0;url=/leak">',
  '<object data=/leak></object>',
  '&lt;img src=x onerror=hacked=1&gt;',
  '&#60;script&#62;hacked=1&#60;/script&#62;',
  '{{constructor.constructor("hacked=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the payload is of a template engine.
  '${globalThis.hacked=1}',
  '<!--><script>hacked=1</script>-->',
  '<![CDATA[<img src=x onerror=hacked=1>]]>',
  ']]><img src=x onerror=hacked=1>',
  '\u0000<img src=x onerror=hacked=1>',
  '\ud800<svg onload=hacked=1>\udc00',
  '__proto__',
  'constructor',
  'url(/leak)',
  'var(--x);background:url(/leak)',
];

const GLUE = [
  '',
  ' ',
  '\t',
  '\u00a0',
  '"',
  "'",
  '`',
  '<',
  '>',
  '/',
  '&',
  '=',
  ';',
  '\u202e',
  '\u200b',
  '0',
  'a',
];

/** A payload, cut, joined and wrapped at random. */
export function mutated(random: Random): string {
  const parts = Array.from({ length: between(random, 1, 3) }, () => {
    const payload = pick(random, PAYLOADS);
    const from = random() < 0.7 ? 0 : between(random, 0, payload.length);
    return (random() < 0.2 ? payload.toUpperCase() : payload).slice(from) + pick(random, GLUE);
  });
  return pick(random, GLUE) + parts.join(pick(random, GLUE));
}
