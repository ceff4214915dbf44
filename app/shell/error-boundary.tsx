import { Component, type ReactNode } from "react";
import { type PageError, toPageError } from "./page-error.ts";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Rendered instead of the children after one of them has thrown. */
  readonly fallback: (error: PageError) => ReactNode;
  readonly onError?: (thrown: unknown) => void;
}

/** Limits a rendering error to the boundary's children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: PageError | null }> {
  override state = { error: null as PageError | null };

  static getDerivedStateFromError(thrown: unknown) {
    return { error: toPageError(thrown) };
  }

  override componentDidCatch(thrown: unknown) {
    this.props.onError?.(thrown);
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error) : this.props.children;
  }
}
