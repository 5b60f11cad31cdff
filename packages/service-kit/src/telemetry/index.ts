export { startExporter } from './exporter.ts';
