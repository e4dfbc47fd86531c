import { Html } from './html.js'

/** The style sheet of all pages of the demo, in light and dark. */
export const stylesheet: Html = new Html(`
:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --surface: #ffffff; --line: #dfdfd8; --ink: #1b1c1a; --quiet: #5c5f58;
  --accent: #3a4bd8; --on-accent: #ffffff; --tint: #eceefc; --code: #f3f3ee;
}
:root[data-party="identity-provider"] { --ground: #eef5f3; --accent: #0b6b58; --tint: #dff1ec; }
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131412; --surface: #1c1d1b; --line: #34362f; --ink: #f1f1ec; --quiet: #a9aca2;
    --accent: #a9b4ff; --on-accent: #14151f; --tint: #262a45; --code: #141513;
  }
  :root[data-party="identity-provider"] { --ground: #0f1715; --accent: #6fd6be; --on-accent: #06201a; --tint: #17332d; }
}
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--ground); color: var(--ink); min-height: 100vh; padding: clamp(1rem, 5vw, 4rem) 1rem;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 40rem; margin: 0 auto; display: grid; gap: 1.25rem; }
.narrow { max-width: 26rem; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: -.01em; }
.brand svg { width: 1.75rem; height: 1.75rem; color: var(--accent); flex: none; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem;
  padding: clamp(1.25rem, 5vw, 2rem); display: grid; gap: 1.25rem; align-content: start;
}
h1 { font-size: clamp(1.4rem, 5vw, 1.75rem); line-height: 1.2; letter-spacing: -.02em; font-weight: 680; }
h2 { font-size: 1rem; font-weight: 650; }
p, dd, li { color: var(--quiet); overflow-wrap: anywhere; }
p strong, dd strong { color: var(--ink); font-weight: 600; }
.stack { display: grid; gap: .4rem; min-width: 0; }
.person { display: flex; align-items: center; gap: 1rem; min-width: 0; }
.face {
  flex: none; width: 3rem; height: 3rem; border-radius: 50%; display: grid; place-items: center;
  background: var(--tint); color: var(--accent); font-weight: 650; font-size: 1.15rem;
}
.tag { justify-self: start; background: var(--tint); color: var(--accent); border-radius: 99px; padding: .1rem .7rem; font-size: .875rem; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
.button {
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; text-align: center;
  border: 1px solid transparent; border-radius: .7rem; padding: .65rem 1.25rem; min-height: 2.75rem;
  background: var(--accent); color: var(--on-accent);
}
.button.plain { background: transparent; color: var(--ink); border-color: var(--line); }
.button:hover { filter: brightness(1.06); }
.button.plain:hover, .choice:hover { background: var(--tint); filter: none; }
.actions.even > * { flex: 1 1 9rem; }
.choice {
  font: inherit; text-align: left; width: 100%; cursor: pointer; color: var(--ink); background: transparent;
  border: 1px solid var(--line); border-radius: .8rem; padding: .75rem 1rem; display: flex; gap: 1rem; align-items: center;
}
.choice small { display: block; color: var(--quiet); font-size: .9rem; }
.choices { display: grid; gap: .6rem; }
a:not(.button) { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre {
  background: var(--code); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem;
  white-space: pre-wrap; overflow-wrap: anywhere;
  font: 14px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--ink); }
dl { display: grid; gap: .9rem; }
dt { font-weight: 600; }
ul.plain { list-style: none; padding: 0; display: grid; gap: .5rem; }
ul.plain li { display: flex; gap: .6rem; color: var(--ink); }
ul.plain svg { width: 1.1rem; height: 1.1rem; color: var(--accent); flex: none; margin-top: .25rem; }
footer { color: var(--quiet); font-size: .9rem; }
`)
