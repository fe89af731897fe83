import { embeddedJson, html, raw } from '../report/html.ts'
import { pageAsset } from '../report/page-asset.ts'
import { pageHead } from '../report/page-head.ts'
import type { GradingSample } from './grading-sample.ts'

/** A page to grade a sample on: one answer at a time, kept in the browser, saved as a file. It needs no network. */
export function gradingPage(sample: GradingSample): string {
  return html`${pageHead(`Grading ${sample.items.length} answers`)}
<body class="grading">
<header><p class="kicker">engram-r bench grade</p><h1>Is the answer right?</h1>
<p class="lead">By the key alone: right, if it says what the key says; wrong, if it does not, or says something else beside it. Nothing here says who answered.</p></header>
<main>
<noscript><p>This page needs JavaScript; nothing is fetched.</p></noscript>
<div id="grading" hidden>
<p id="progress" class="note" role="status"></p>
<progress id="bar" max="${sample.items.length}" value="0" aria-label="graded"></progress>
<section id="card" aria-live="polite" tabindex="-1"></section>
<div class="choices" role="group" aria-label="Verdict">
<button type="button" data-label="right" aria-pressed="false">Right <kbd>1</kbd></button>
<button type="button" data-label="wrong" aria-pressed="false">Wrong <kbd>2</kbd></button>
<button type="button" data-label="unsure" aria-pressed="false">Unsure <kbd>3</kbd></button>
</div>
<label class="noted">A note, if you like<textarea id="note" rows="2"></textarea></label>
<div class="choices"><button id="back" type="button">Back <kbd>←</kbd></button><button id="next" type="button">Next <kbd>→</kbd></button><button id="open" type="button">Next ungraded</button></div>
<hr>
<div class="choices"><button id="save" type="button">Save labels as a file</button><label class="file">Go on with a file <input id="load" type="file" accept=".json,application/json"></label></div>
<p id="kept" class="note"></p>
</div>
</main>
${embeddedJson('sample', sample)}
<script>${raw(pageAsset('grade.js'))}</script>
</body>
</html>
`.html
}
