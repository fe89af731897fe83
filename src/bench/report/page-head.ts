import { type Html, html, raw } from './html.ts'
import { pageAsset } from './page-asset.ts'

/** Of a page that stands by itself: it may load nothing, from anywhere. */
export function pageHead(title: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>${raw(pageAsset('page.css'))}</style>
</head>`
}
