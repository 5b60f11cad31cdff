export { Button } from '../../packages/ui/src/index.ts';
