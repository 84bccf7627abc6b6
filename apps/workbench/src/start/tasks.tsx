/** The three tasks that begin with one click, and what else is offered beside them. */
import type { ComponentChildren, JSX } from 'preact';
import { openTools } from '../state/session.ts';

const tasks = [
  ['Block AI training', 'admit'],
  ['Test URLs', 'verdicts'],
  ['Check a log', 'audit'],
] as const;

export function Tasks({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="start-tasks" role="group" aria-label={label}>
      {tasks.map(([title, panel]) => (
        <button key={panel} type="button" onClick={() => openTools(panel)}>
          {title}
        </button>
      ))}
      {children}
    </div>
  );
}
