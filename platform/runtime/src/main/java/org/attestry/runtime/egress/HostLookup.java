package org.attestry.runtime.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host; it may block. */
@FunctionalInterface
interface HostLookup {

  List<InetAddress> addressesOf(String host) throws UnknownHostException;
}
