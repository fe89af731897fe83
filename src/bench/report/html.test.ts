import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { embeddedJson, html, raw } from './html.ts'

test('what is put into markup is text unless it is markup', () => {
  const hostile = `</p><script>"'&`
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.html,
    '<p title="&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;">&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;</p>',
  )
  assert.equal(
    html`<ul>${['a', 'b'].map(name => html`<li>${name}</li>`)}${null}${0}${raw('<hr>')}</ul>`.html,
    '<ul><li>a</li><li>b</li>0<hr></ul>',
  )
})

test('no text in embedded data can end its element, and what is read is what was written', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script>', '<!--<script>', '\u2028', ']]>')), text => {
      const written = embeddedJson('data', { text }).html
      const inner = written.slice(written.indexOf('>') + 1, written.lastIndexOf('</script>'))
      assert.doesNotMatch(inner, /[<\u2028\u2029]/)
      assert.deepEqual(JSON.parse(inner), { text })
    }),
  )
})
