import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  /** Empty where none is named. */
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface Query {
  selectors: Selector[];
  /** Labels that are grouped or matched by: `by (service)`, `on (service)`. */
  groupings: string[];
}

/** What a PromQL expression reads. @throws Error with the place that cannot be read */
export function readQuery(expression: string): Query {
  const tree = parser.parse(expression);
  const query: Query = { selectors: [], groupings: [] };
  let current: Selector | undefined;
  const textOf = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  tree.iterate({
    enter: (node) => {
      if (node.type.isError)
        throw new Error(`not PromQL at ${node.from}: ${expression.slice(node.from, node.from + 30)}`);
      switch (node.name) {
        case 'VectorSelector':
          current = { metric: '', matchers: [] };
          query.selectors.push(current);
          return;
        case 'Identifier':
          if (node.node.parent?.name === 'VectorSelector') current!.metric = textOf(node);
          return;
        case 'UnquotedLabelMatcher': {
          const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) =>
            textOf(node.node.getChild(name)!),
          );
          current!.matchers.push({ label: label!, operator: operator!, value: value!.slice(1, -1) });
          return;
        }
        case 'LabelName':
          if (node.node.parent?.name === 'GroupingLabels') query.groupings.push(textOf(node));
      }
    },
  });
  return query;
}
