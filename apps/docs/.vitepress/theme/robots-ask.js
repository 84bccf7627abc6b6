/**
 * `<robots-ask agent url><pre>robots.txt</pre></robots-ask>`: a robots.txt to edit, one question, and the verdict with
 * its line. The library answers in the page; nothing is sent anywhere.
 */
import { compile, explain, parse } from 'robots-exclusion';

class RobotsAsk extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('output')) return;
    const text = this.querySelector('pre')?.textContent ?? '';
    const robots = labelled('robots.txt', document.createElement('textarea'), text.trimEnd());
    robots.field.rows = Math.max(3, text.split('\n').length);
    robots.field.spellcheck = false;
    const agent = labelled('Crawler', document.createElement('input'), this.getAttribute('agent') ?? '*');
    const url = labelled('URL or path', document.createElement('input'), this.getAttribute('url') ?? '/');
    const output = document.createElement('output');
    const ask = () => {
      output.textContent = answer(robots.field.value, agent.field.value, url.field.value);
    };
    this.replaceChildren(robots.label, agent.label, url.label, output);
    this.addEventListener('input', ask);
    ask();
  }
}

function labelled(name, field, value) {
  const label = document.createElement('label');
  field.value = value;
  label.append(name, field);
  return { label, field };
}

function answer(robots, agent, url) {
  try {
    const { allowed, because, rule } = explain(compile(parse(`${robots}\n`), agent), url);
    const reason = rule ? `line ${rule.line}: ${rule.text}` : because.replaceAll('-', ' ');
    return `${allowed ? 'Allowed' : 'Disallowed'}: ${reason}`;
  } catch (error) {
    return error.message;
  }
}

if (!customElements.get('robots-ask')) customElements.define('robots-ask', RobotsAsk);
