package org.attestry.runtime.json;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A location in a document, for code that traverses the document: each step takes constant time,
 * and the RFC 6901 pointer is built on demand.
 */
public final class JsonLocation {

  /** The document itself. */
  public static final JsonLocation ROOT = new JsonLocation(null, null, 0);

  private final JsonLocation parent;
  private final String member;
  private final int item;
  private final int depth;

  private JsonLocation(JsonLocation parent, String member, int item) {
    this.parent = parent;
    this.member = member;
    this.item = item;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  /** Returns the location of a member of the object at this location. */
  public JsonLocation member(String name) {
    return new JsonLocation(this, name, 0);
  }

  /** Returns the location of an item of the array at this location. */
  public JsonLocation item(int index) {
    return new JsonLocation(this, null, index);
  }

  /** Returns the name of the member at this location; null for an item and the document itself. */
  public String name() {
    return member;
  }

  /** Returns the number of steps from the document to this location. */
  public int depth() {
    return depth;
  }

  /** Returns the innermost common ancestor of this location and another one. */
  public JsonLocation commonWith(JsonLocation other) {
    JsonLocation mine = this;
    JsonLocation theirs = other;
    while (mine.depth > theirs.depth) {
      mine = mine.parent;
    }
    while (theirs.depth > mine.depth) {
      theirs = theirs.parent;
    }
    JsonLocation common = mine;
    while (mine != theirs) {
      if (!mine.isSameStep(theirs)) {
        common = mine.parent;
      }
      mine = mine.parent;
      theirs = theirs.parent;
    }
    return common;
  }

  private boolean isSameStep(JsonLocation other) {
    return parent == null
        ? other.parent == null
        : other.parent != null
            && item == other.item
            && (member == null ? other.member == null : member.equals(other.member));
  }

  /** Returns the RFC 6901 pointer; empty for the document itself. */
  public String pointer() {
    Deque<JsonLocation> steps = new ArrayDeque<>(depth);
    for (JsonLocation at = this; at.parent != null; at = at.parent) {
      steps.push(at);
    }
    StringBuilder pointer = new StringBuilder();
    for (JsonLocation step : steps) {
      pointer.append('/');
      if (step.member == null) {
        pointer.append(step.item);
      } else {
        pointer.append(JsonPointers.escape(step.member));
      }
    }
    return pointer.toString();
  }

  /** Returns the pointer. */
  @Override
  public String toString() {
    return pointer();
  }
}
