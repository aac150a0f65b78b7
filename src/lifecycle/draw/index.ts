export {
  diagramModel,
  type DiagramEdge,
  type DiagramModel,
  type DiagramNode,
  type DiagramOptions,
} from './diagram.ts';
export { toSvg, type SvgOptions } from './svg.ts';
