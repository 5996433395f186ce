package org.attestry.runtime.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves the addresses of a host; may block. */
@FunctionalInterface
interface HostLookup {

  List<InetAddress> addressesOf(String host) throws UnknownHostException;
}
