/** A single choice from a list of the browser. */
import type { JSX } from 'preact';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly note?: string;
}

export interface SelectProps<Value extends string> {
  /** Accessible name, shown before the list unless hidden. */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly class?: string;
  onChoose(value: Value): void;
}

export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { label, isLabelHidden = false, value, choices, onChoose } = props;
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <label class={`field ${props.class ?? ''}`}>
      <span class={isLabelHidden ? 'sr-only' : 'label'}>{label}</span>
      <select
        value={isKnown ? value : choices[0]?.value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.note === undefined ? choice.title : `${choice.title} (${choice.note})`}
          </option>
        ))}
      </select>
    </label>
  );
}
