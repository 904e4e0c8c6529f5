package org.hybridlab.service.context;

/** A part of a call that ends in good order on cancellation. */
public interface CancellableScope extends AutoCloseable {
    @Override
    void close();
}
